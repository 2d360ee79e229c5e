"""PACo Pantograph - a single-stroke engraving alphabet, drawn from scratch as
center-lines, then (a) expanded to a two-axis variable font (wght, wdth) and
(b) dumped as raw strokes for SVG (engraving animation, stitching, drawing lettering).
Units: cap height = 100, y up.  Arc op: A cx cy rx ry a0 a1 (degrees, CCW positive)."""
import math, json, sys
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.varLib.iup import iup_delta_optimize

G = {}   # name -> dict(w, l, r, s=[strokes])
def g(name, w, l, r, *strokes): G[name] = dict(w=w, l=l, r=r, s=list(strokes))
N,R,D,T = 13,10,5,6   # side bearings: stem, round, diagonal, tee

g('A',72,D,D,"M 0 0 L 36 100","M 36 100 L 72 0","M 11.5 32 L 60.5 32")
g('B',59,N,R,"M 0 0 L 0 100","M 0 100 L 32 100 A 32 76.5 22.5 23.5 90 -90 L 0 53","M 32 53 A 32 26.5 27 26.5 90 -90 L 0 0")
g('C',62,R,R,"M 60.5 76 A 31 66 31 34 24 180 L 0 34 A 31 34 31 34 180 336")
g('D',61,N,R,"M 0 0 L 0 100","M 0 100 L 27 100 A 27 64 34 36 90 0 L 61 36 A 27 36 34 36 0 -90 L 0 0")
g('E',51,N,T,"M 51 100 L 0 100","M 0 100 L 0 0","M 0 0 L 51 0","M 0 52 L 43 52")
g('F',49,N,T,"M 49 100 L 0 100","M 0 100 L 0 0","M 0 51 L 41 51")
g('G',64,R,N,"M 61.5 78 A 32 66 32 34 25 180 L 0 34 A 32 34 32 34 180 360 L 64 46","M 64 46 L 37 46")
g('H',62,N,N,"M 0 0 L 0 100","M 62 0 L 62 100","M 0 52 L 62 52")
g('I',0,N,N,"M 0 0 L 0 100")
g('J',43,R,N,"M 43 100 L 43 30 A 21.5 30 21.5 30 0 -172")
g('K',60,N,D,"M 0 0 L 0 100","M 56 100 L 0 38","M 19.9 60 L 60 0")
g('L',48,N,D,"M 0 100 L 0 0","M 0 0 L 48 0")
g('M',76,N,N,"M 0 0 L 0 100","M 0 100 L 38 28","M 38 28 L 76 100","M 76 100 L 76 0")
g('N',63,N,N,"M 0 0 L 0 100","M 0 100 L 63 0","M 63 0 L 63 100")
g('O',65,R,R,"O M 32.5 100 A 32.5 65 32.5 35 90 180 L 0 35 A 32.5 35 32.5 35 180 360 L 65 65 A 32.5 65 32.5 35 0 90")
g('P',57,N,R,"M 0 0 L 0 100","M 0 100 L 31 100 A 31 73 26 27 90 -90 L 0 46")
g('Q',65,R,R,"O M 32.5 100 A 32.5 65 32.5 35 90 180 L 0 35 A 32.5 35 32.5 35 180 360 L 65 65 A 32.5 65 32.5 35 0 90","M 39 25 L 66 -5")
g('R',59,N,D,"M 0 0 L 0 100","M 0 100 L 31 100 A 31 73.5 26 26.5 90 -90 L 0 47","M 30 47 L 59 0")
g('S',58,R,R,"M 54.2 82 C 50 94 40 100 29 100 C 14 100 3 90 3 75.5 C 3 60 15 55 29 51.5 C 44 47.8 58 42.5 58 26 C 58 10 45 0 29 0 C 15 0 4 7.5 0 20")
g('T',61,T,T,"M 0 100 L 61 100","M 30.5 100 L 30.5 0")
g('U',62,N,N,"M 0 100 L 0 33 A 31 33 31 33 180 360 L 62 100")
g('V',69,D,D,"M 0 100 L 34.5 0","M 34.5 0 L 69 100")
g('W',98,D,D,"M 0 100 L 24 0","M 24 0 L 49 90","M 49 90 L 74 0","M 74 0 L 98 100")
g('X',62,D,D,"M 0 0 L 60 100","M 2 100 L 62 0")
g('Y',65,D,D,"M 0 100 L 32.5 47","M 65 100 L 32.5 47","M 32.5 47 L 32.5 0")
g('Z',58,T,T,"M 2 100 L 57 100","M 57 100 L 0 0","M 0 0 L 58 0")
# digits: tabular (all advance = 58 + 2*11)
def dg(name, *s): g(name,58,11,11,*s)
dg('zero',"O M 29 100 A 29 65 28 35 90 180 L 1 35 A 29 35 28 35 180 360 L 57 65 A 29 65 28 35 0 90")
dg('one',"M 12 78 L 34 100","M 34 100 L 34 0")
dg('two',"M 1.9 79 A 29 71 28 29 164 -44 L 0 0","M 0 0 L 57 0")
dg('three',"M 3.5 85 C 8 94.5 17 100 28 100 C 43 100 53 91 53 77 C 53 63 43 53 28 53 L 20 53","M 28 53 C 45 53 57 43 57 27 C 57 11 45 0 28 0 C 15 0 4 7 0 18")
dg('four',"M 44 0 L 44 100","M 44 100 L 0 28","M 0 28 L 58 28")
dg('five',"M 52 100 L 9 100","M 9 100 L 4 54","M 4 54 C 9.5 61 17.5 65 27 65 C 45 65 57 52 57 33 C 57 13 45 0 27 0 C 14 0 4.5 6.5 0 17")
dg('six',"M 45 100 C 20 84 1 60 1 31","O M 29 62 A 29 31 28 31 90 450")
dg('seven',"M 1 100 L 57 100","M 57 100 L 21 0")
dg('eight',"O M 29 100 A 29 76.5 24 23.5 90 450","O M 29 53 A 29 26.5 28 26.5 90 450")
dg('nine',"M 13 0 C 38 16 57 40 57 69","O M 29 100 A 29 69 28 31 90 450")
# punctuation and signs
g('space',30,0,0)
g('period',0,11,11,"M 0 0 L 0 2")
g('comma',8,8,9,"M 8 2 L 2 -16")
g('colon',0,12,12,"M 0 12 L 0 14","M 0 62 L 0 64")
g('semicolon',8,9,10,"M 7 12 L 1 -8","M 6 62 L 6 64")
g('quotesingle',0,10,10,"M 0 100 L 0 78")
g('quotedbl',16,10,10,"M 0 100 L 0 78","M 16 100 L 16 78")
g('exclam',0,13,13,"M 0 100 L 0 30","M 0 0 L 0 2")
g('question',50,9,9,"M 0 80 C 2 93 12 100 25 100 C 40 100 50 91 50 77 C 50 58 26 56 26 36 L 26 29","M 26 0 L 26 2")
g('hyphen',34,11,11,"M 0 46 L 34 46")
g('endash',56,10,10,"M 0 46 L 56 46")
g('emdash',92,8,8,"M 0 46 L 92 46")
g('slash',40,6,6,"M 0 -8 L 40 108")
g('backslash',40,6,6,"M 0 108 L 40 -8")
g('bar',0,13,13,"M 0 -12 L 0 112")
g('underscore',60,6,6,"M 0 -14 L 60 -14")
g('ampersand',67,R,D,"M 66 0 L 17 66 C 5 82 13 100 29 100 C 44 100 51 83 39 71 C 28 60 0 50 0 25 C 0 9 11 0 26 0 C 46 0 60 18 62 44")
g('numbersign',70,9,9,"M 18 0 L 30 100","M 42 0 L 54 100","M 3 68 L 70 68","M 0 32 L 67 32")
g('dollar',58,R,R,"M 54.2 82 C 50 94 40 100 29 100 C 14 100 3 90 3 75.5 C 3 60 15 55 29 51.5 C 44 47.8 58 42.5 58 26 C 58 10 45 0 29 0 C 15 0 4 7.5 0 20","M 29 114 L 29 -14")
g('percent',88,R,R,"O M 17 100 A 17 79 17 21 90 450","O M 71 42 A 71 21 17 21 90 450","M 72 100 L 16 0")
g('plus',52,10,10,"M 26 20 L 26 76","M 0 48 L 52 48")
g('minus',52,10,10,"M 0 48 L 52 48")
g('equal',52,10,10,"M 0 60 L 52 60","M 0 34 L 52 34")
g('multiply',44,10,10,"M 2 26 L 42 68","M 2 68 L 42 26")
g('less',46,10,10,"M 46 80 L 0 48","M 0 48 L 46 16")
g('greater',46,10,10,"M 0 80 L 46 48","M 46 48 L 0 16")
g('parenleft',20,11,8,"M 20 112 C -6 84 -6 16 20 -12")
g('parenright',20,8,11,"M 0 112 C 26 84 26 16 0 -12")
g('bracketleft',18,12,8,"M 18 112 L 0 112","M 0 112 L 0 -12","M 0 -12 L 18 -12")
g('bracketright',18,8,12,"M 0 112 L 18 112","M 18 112 L 18 -12","M 18 -12 L 0 -12")
g('degree',24,8,8,"O M 12 100 A 12 87 12 13 90 450")
g('ordmasculine',30,9,9,"O M 15 100 A 15 83 15 17 90 450","M 0 48 L 30 48")
g('periodcentered',0,13,13,"M 0 47 L 0 49")
g('bullet',0,16,16,"M 0 46 L 0 50")
g('asterisk',40,8,8,"M 20 100 L 20 60","M 3 90 L 37 70","M 37 90 L 3 70")
g('at',96,R,R,"M 66 62 L 62 40 C 60 26 78 24 86 36 C 100 58 86 100 49 100 C 20 100 0 80 0 48 C 0 16 20 0 48 0 C 62 0 72 4 80 10","O M 45 68 A 45 46 18 22 90 450")
g('arrowright',84,8,8,"M 0 48 L 84 48","M 84 48 L 60 70","M 84 48 L 60 26")
g('arrowleft',84,8,8,"M 84 48 L 0 48","M 0 48 L 24 70","M 0 48 L 24 26")
g('arrowup',48,8,8,"M 24 4 L 24 94","M 24 94 L 0 70","M 24 94 L 48 70")
g('arrowdown',48,8,8,"M 24 94 L 24 4","M 24 4 L 0 28","M 24 4 L 48 28")
g('numero',63+17+30,N,9,"M 0 0 L 0 100","M 0 100 L 63 0","M 63 0 L 63 100","O M 95 100 A 95 83 15 17 90 450","M 80 48 L 110 48")
G['o.lc'] = dict(G['O'])

CMAP = {c:c for c in 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'}
U = {0x20:'space',0xA0:'space',0x2009:'space',0x202F:'space','.':'period',',':'comma',':':'colon',';':'semicolon',"'":'quotesingle','"':'quotedbl','\u2019':'quotesingle','\u2018':'quotesingle','\u201c':'quotedbl','\u201d':'quotedbl','\u2032':'quotesingle','\u2033':'quotedbl','!':'exclam','?':'question','-':'hyphen','\u2011':'hyphen','\u2013':'endash','\u2014':'emdash','/':'slash','\u2044':'slash','\\':'backslash','|':'bar','_':'underscore','&':'ampersand','#':'numbersign','$':'dollar','%':'percent','+':'plus','\u2212':'minus','=':'equal','\u00d7':'multiply','<':'less','>':'greater','(':'parenleft',')':'parenright','[':'bracketleft',']':'bracketright','\u00b0':'degree','\u00ba':'ordmasculine','\u00b7':'periodcentered','\u2022':'bullet','*':'asterisk','@':'at','\u2192':'arrowright','\u2190':'arrowleft','\u2191':'arrowup','\u2193':'arrowdown','\u2116':'numero'}
cmap = {ord(c):c for c in CMAP}
cmap.update({ord(c.lower()):(c if c!='O' else 'o.lc') for c in CMAP})
cmap.update({ord(str(i)):n for i,n in enumerate('zero one two three four five six seven eight nine'.split())})
cmap.update({(k if isinstance(k,int) else ord(k)):v for k,v in U.items()})

# ---------- stroke parsing: -> list of cubic/line segments
def parse(st):
    tok = st.split(); closed=False
    if tok[0]=='O': closed=True; tok=tok[1:]
    i=0; cur=None; segs=[]
    def arc(cx,cy,rx,ry,a0,a1):
        n=max(1,math.ceil(abs(a1-a0)/45-1e-9)); out=[]
        for k in range(n):
            t0=math.radians(a0+(a1-a0)*k/n); t1=math.radians(a0+(a1-a0)*(k+1)/n)
            h=4/3*math.tan((t1-t0)/4)
            p0=(cx+rx*math.cos(t0),cy+ry*math.sin(t0)); p3=(cx+rx*math.cos(t1),cy+ry*math.sin(t1))
            p1=(p0[0]-h*rx*math.sin(t0),p0[1]+h*ry*math.cos(t0)); p2=(p3[0]+h*rx*math.sin(t1),p3[1]-h*ry*math.cos(t1))
            out.append(('C',p0,p1,p2,p3))
        return out
    while i<len(tok):
        c=tok[i]; i+=1
        if c=='M': cur=(float(tok[i]),float(tok[i+1])); i+=2
        elif c=='L':
            p=(float(tok[i]),float(tok[i+1])); i+=2; segs.append(('L',cur,p)); cur=p
        elif c=='C':
            v=[float(x) for x in tok[i:i+6]]; i+=6
            segs.append(('C',cur,(v[0],v[1]),(v[2],v[3]),(v[4],v[5]))); cur=(v[4],v[5])
        elif c=='A':
            v=[float(x) for x in tok[i:i+6]]; i+=6
            a=arc(*v); 
            if cur is not None and math.dist(cur,a[0][1])>0.4 and not segs:  # snap start
                pass
            a[0]=('C',cur if math.dist(cur,a[0][1])<2.5 else a[0][1],)+a[0][2:]
            segs+=a; cur=a[-1][4]
    return closed,[s for s in segs if not(s[0]=='L' and math.dist(s[1],s[2])<1e-6)]

def quads(segs):
    """flatten every segment to quadratic pieces [p0,c,p1] (lines: c=None)"""
    out=[]
    for s in segs:
        if s[0]=='L': out.append((s[1],None,s[2])); continue
        _,p0,p1,p2,p3=s
        def B(t): m=1-t; return tuple(m**3*a+3*m*m*t*b+3*m*t*t*c+t**3*d for a,b,c,d in zip(p0,p1,p2,p3))
        def dB(t): m=1-t; return tuple(3*m*m*(b-a)+6*m*t*(c-b)+3*t*t*(d-c) for a,b,c,d in zip(p0,p1,p2,p3))
        # number of pieces by turning angle
        a0=math.atan2(*dB(1e-4)[::-1]); a1=math.atan2(*dB(1-1e-4)[::-1]); am=math.atan2(*dB(.5)[::-1])
        w=lambda d:(d+math.pi)%(2*math.pi)-math.pi
        turn=abs(w(am-a0))+abs(w(a1-am)); n=max(1,math.ceil(turn/math.radians(38)))
        for k in range(n):
            t0,t1=k/n,(k+1)/n; q0,q1=B(t0),B(t1); d0,d1=dB(max(t0,1e-4)),dB(min(t1,1-1e-4))
            cr=d0[0]*d1[1]-d0[1]*d1[0]
            if abs(cr)<1e-3*math.hypot(*d0)*math.hypot(*d1): c=((q0[0]+q1[0])/2,(q0[1]+q1[1])/2)
            else:
                u=((q1[0]-q0[0])*d1[1]-(q1[1]-q0[1])*d1[0])/cr; v=((q1[0]-q0[0])*d0[1]-(q1[1]-q0[1])*d0[0])/cr
                c=(q0[0]+d0[0]*u,q0[1]+d0[1]*u) if u>0 and v<0 or (u>0 and v>0 and False) else None
                if c is None:
                    c=(q0[0]+d0[0]*u,q0[1]+d0[1]*u) if (u>0 and (q1[0]-(q0[0]+d0[0]*u))*d1[0]+(q1[1]-(q0[1]+d0[1]*u))*d1[1]>0) else ((q0[0]+q1[0])/2,(q0[1]+q1[1])/2)
            out.append((q0,c,q1))
    return out

def nrm(a,b):
    dx,dy=b[0]-a[0],b[1]-a[1]; L=math.hypot(dx,dy) or 1
    return (-dy/L,dx/L)

def expand(strokes,w,k,hw,l,r):
    """-> (contours [[(x,y,on)...]], advance) in 100-units"""
    sb=lambda v: v*(0.55+0.45*k)+ (max(0,hw-4.25)*0.86 + min(0,hw-4.25)*0.12)
    ys=(100-2*hw)/100
    tx=lambda p:(p[0]*k+sb(l), hw+p[1]*ys)
    cons=[]
    for st in strokes:
        closed,segs=parse(st); q=[(tx(a),tx(c) if c else None,tx(b)) for a,c,b in quads(segs)]
        N0=[nrm(a,c or b) for a,c,b in q]; N1=[nrm(c or a,b) for a,c,b in q]
        m=len(q)
        # average the normals at joints so both sides share points
        for i in range(m-1 if not closed else m):
            j=(i+1)%m; x=N1[i][0]+N0[j][0]; y=N1[i][1]+N0[j][1]; L=math.hypot(x,y)
            if L<1.2: print('corner',st,q[i],q[j])
            L=L or 1; N1[i]=N0[j]=(x/L,y/L)
        def side(sgn):
            pts=[]
            for (a,c,b),n0,n1 in zip(q,N0,N1):
                A=(a[0]+sgn*hw*n0[0],a[1]+sgn*hw*n0[1]); Bp=(b[0]+sgn*hw*n1[0],b[1]+sgn*hw*n1[1])
                if c:
                    nx,ny=n0[0]+n1[0],n0[1]+n1[1]; d=1+n0[0]*n1[0]+n0[1]*n1[1]
                    Cc=(c[0]+sgn*hw*nx/d,c[1]+sgn*hw*ny/d)
                else: Cc=None
                pts.append((A,Cc,Bp))
            return pts
        Lq,Rq=side(1),side(-1)
        def fwd(Q): 
            o=[(*Q[0][0],1)]
            for a,c,b in Q:
                if c:o.append((*c,0))
                o.append((*b,1))
            return o
        if closed:
            A=fwd(Lq)[:-1]; Bc=fwd(Rq)[:-1][::-1]
            # ccw path: left offset is the inner one.
            def area(c): return sum(c[i][0]*c[(i+1)%len(c)][1]-c[(i+1)%len(c)][0]*c[i][1] for i in range(len(c)))/2
            A=A if True else A
            outer,inner=(A,Bc) if abs(area(A))>abs(area(Bc)) else (Bc,A)
            if area(outer)>0: outer=outer[::-1]
            if area(inner)<0: inner=inner[::-1]
            cons+= [outer,inner]
        else:
            def cap(p,n,sgn):  # half circle from p+sgn*n*hw to p-sgn*n*hw, bulging outward
                o=[]; a0=math.atan2(sgn*n[1],sgn*n[0])
                for i in range(4):
                    t=a0-math.pi*(i+.5)/4; R=hw/math.cos(math.pi/8); o.append((p[0]+R*math.cos(t),p[1]+R*math.sin(t),0))
                    t=a0-math.pi*(i+1)/4
                    if i<3:o.append((p[0]+hw*math.cos(t),p[1]+hw*math.sin(t),1))
                return o
            c=fwd(Lq)+cap(q[-1][2],N1[-1],1)+fwd(Rq)[::-1]+cap(q[0][0],N0[0],-1)
            cons.append(c)
    return cons, w*k+sb(l)+sb(r)

S=7.2
def hwOf(wght):  # half stroke width in % of cap height
    return 1.25+ (wght-100)/800*8.0
MASTERS={(100,60):None,(900,60):None,(100,140):None,(900,140):None}
# Outlines are linear in the width: with its end as the default, one set of deltas serves it, and the file is a fifth smaller.
AX=[('wght',100,400,900,'Weight'),('wdth',60,60,140,'Width')]

def master(wght,wdth):
    out={}
    for n,d in G.items():
        c,adv=expand(d['s'],d['w'],wdth/100,hwOf(wght),d['l'],d['r'])
        out[n]=([[(round(x*S),round(y*S),o) for x,y,o in k] for k in c],round(adv*S))
    return out

def build(path):
    order=['.notdef']+list(G); 
    base=master(400,60)
    fb=FontBuilder(1000,isTTF=True); fb.setupGlyphOrder(order); fb.setupCharacterMap(cmap)
    def glyph(cons):
        pen=TTGlyphPen(None)
        from fontTools.pens.pointPen import SegmentToPointPen
        from fontTools.pens.ttGlyphPen import TTGlyphPointPen
        pp=TTGlyphPointPen(None)
        for c in cons:
            pp.beginPath()
            for x,y,o in c: pp.addPoint((x,y),segmentType=('qcurve' if o else None))
            pp.endPath()
        gl=pp.glyph(dropImpliedOnCurves=False)
        return gl
    glyphs={'.notdef':glyph([[(60,0,1),(60,720,1),(440,720,1),(440,0,1)],[(100,40,1),(400,40,1),(400,680,1),(100,680,1)]])}
    met={'.notdef':(500,60)}
    for n,(c,a) in base.items():
        glyphs[n]=glyph(c); xs=[p[0] for k in c for p in k]; met[n]=(a,min(xs) if xs else 0)
    fb.setupGlyf(glyphs)
    for n in glyphs:
        gl=fb.font['glyf'][n]
        if gl.numberOfContours>1: gl.flags[0]|=0x40
    fb.setupHorizontalMetrics(met)
    fb.setupHorizontalHeader(ascent=900,descent=-260)
    fb.setupNameTable({'familyName':'PACo Pantograph','styleName':'Regular','uniqueFontIdentifier':'PACo Pantograph 1.0','fullName':'PACo Pantograph','psName':'PACoPantograph','version':'Version 1.000'})
    fb.setupOS2(sTypoAscender=900,sTypoDescender=-260,sTypoLineGap=0,usWinAscent=900,usWinDescent=260,sxHeight=720,sCapHeight=720,fsType=0,usWeightClass=400)
    fb.setupPost(); fb.setupFvar([(t,a,b,c,n) for t,a,b,c,n in AX],[])
    # variations
    locs=[(100,60),(900,60),(400,140),(100,140),(900,140)]
    ms={l:master(*l) for l in locs}
    norm=lambda l:( -1 if l[0]<400 else 1 if l[0]>400 else 0, 1 if l[1]>60 else 0)
    var={}
    def flat(m,n):
        c,a=m[n]; return [(x,y) for k in c for x,y,_ in k]+[(0,0),(a,0),(0,0),(0,0)]
    for n in G:
        b=flat(base,n); ends=[]; e=-1
        for k in base[n][0]: e+=len(k); ends.append(e)
        ends=ends+[len(b)-4,len(b)-3,len(b)-2,len(b)-1] if False else ends
        d={}
        tv=[]
        for l in locs:
            m=flat(ms[l],n); assert len(m)==len(b),(n,l)
            delta=[(x-p,y-q) for (x,y),(p,q) in zip(m,b)]
            nl=norm(l)
            if nl[0] and nl[1]:
                d1=d[(nl[0],0)]; d2=d[(0,nl[1])]
                delta=[(x-a[0]-c[0],y-a[1]-c[1]) for (x,y),a,c in zip(delta,d1,d2)]
            d[nl]=delta
            axes={}
            for t,v in zip(('wght','wdth'),nl):
                if v: axes[t]=(min(v,0),v,max(v,0)) if True else None
            axes={t:((-1.0,-1.0,0.0) if v[1]<0 else (0.0,1.0,1.0)) for t,v in axes.items()}
            opt=iup_delta_optimize(delta,b,ends,tolerance=1.2)
            if any(o is not None and o!=(0,0) for o in opt): tv.append(TupleVariation(axes,opt))
        var[n]=tv
    fb.setupGvar(var)
    # named instances skipped: CSS drives the axes
    fea='''
    feature ccmp { sub P A C o.lc' by ordmasculine; } ccmp;
    feature kern {
      @A=[A]; @V=[V W Y]; @R=[O C G Q o.lc];
      pos A V -50; pos V A -50; pos A W -36; pos W A -36; pos A Y -56; pos Y A -56; pos A T -46; pos T A -46;
      pos L T -60; pos L V -50; pos L Y -62; pos L quotesingle -60; pos P A -56; pos F A -50; pos T o.lc -14; pos T O -14; pos O T -10; pos L O -14;
      pos R T -16; pos R V -16; pos R Y -18; pos V O -14; pos O V -14; pos Y O -22; pos P period -80; pos F period -70; pos T period -50; pos V period -60; pos K O -20; pos K C -20; pos slash zero -10; pos one one -30;
      pos V o.lc -14; pos Y o.lc -22; pos L o.lc -14; pos K o.lc -20; pos o.lc V -14; pos o.lc T -10;
    } kern;'''
    from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
    addOpenTypeFeaturesFromString(fb.font,fea)
    fb.setupStat([dict(tag='wght',name='Weight',values=[dict(value=400,name='Regular',flags=2)]),dict(tag='wdth',name='Width',values=[dict(value=100,name='Normal',flags=2)])]) if hasattr(fb,'setupStat') else None
    fb.font.flavor='woff2'; fb.save(path)
    import os; print(path,os.path.getsize(path),'glyphs',len(order))

def js(path):
    out={}
    def f(v): s=f'{v:.1f}'; return s[:-2] if s.endswith('.0') else s
    ch={}
    for cp,n in cmap.items():
        ch.setdefault(n,[]).append(cp)
    for n,d in G.items():
        if n=='o.lc': continue
        ps=[]
        for st in d['s']:
            closed,segs=parse(st)
            if not segs: continue
            p=f"M{f(segs[0][1][0])} {f(100-segs[0][1][1])}"
            for s in segs:
                p+=('L' if s[0]=='L' else 'C')+' '.join(f"{f(x)} {f(100-y)}" for x,y in s[2:])
            ps.append(p+('Z' if closed else ''))
        key=chr(min(ch[n])) if n in ch else n
        out[key]=[d['w'],d['l'],d['r'],''.join(ps) if False else ps]
    open(path,'w').write('/* generated by app/ui/fonts/pantograph.py - single-stroke skeletons, cap height 100, y down */\nwindow.PANTO='+json.dumps(out,ensure_ascii=False,separators=(',',':'))+';\n')
    import os; print(path,os.path.getsize(path))
# python3 pantograph.py [font.woff2] [strokes.js]   (needs fonttools and brotli)
if __name__=='__main__':
    build(sys.argv[1] if len(sys.argv)>1 else 'paco-pantograph.woff2')
    if len(sys.argv)>2: js(sys.argv[2])
